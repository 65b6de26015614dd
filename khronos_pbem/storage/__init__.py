"""Files and folders of this machine: atomic writes, kinds of files, temporary folders, the home."""
