"""Unpack the save from a zip file that contains exactly one save, within limits of size."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import message
from khronos_pbem.record.save import is_save
from khronos_pbem.storage.files import MAX_BYTES

MAX_FILES = 100
_HEAD = 64 * 1024
_ENTRY = b"PK\x01\x02"
_BROKEN = (
    BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, NotImplementedError
)  # fmt: skip


def unzip_save(data: bytes) -> bytes | None:
    """Return the bytes of the save in a zip file; None if it holds no save or too many files.

    Raises InvalidFile if the zip file is damaged or encrypted, if it holds several saves, or if the save is
    too large.
    """
    if data.count(_ENTRY) > MAX_FILES:
        return None
    try:
        with ZipFile(BytesIO(data)) as packed:
            found = [entry for entry in packed.infolist() if _is_file(entry) and _is_save(packed, entry)]
            if len(found) > 1:
                raise _zip_error(
                    message("the zip file contains several saves"),
                    message("unpack the zip file and use the saves one by one"),
                )
            return _unpacked(packed, found[0]) if found else None
    except InvalidFile:
        raise
    except _BROKEN:
        raise _zip_error(
            message("the zip file cannot be opened"), message("ask for the save itself instead of a zip file")
        ) from None


def _is_file(entry: ZipInfo) -> bool:
    names = entry.filename.split("/")
    return bool(names[-1]) and not any(name.startswith((".", "__MACOSX")) for name in names)


def _is_save(packed: ZipFile, entry: ZipInfo) -> bool:
    with packed.open(entry) as file:
        return is_save(file.read(_HEAD))


def _unpacked(packed: ZipFile, entry: ZipInfo) -> bytes:
    with packed.open(entry) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        hint = message("khronos can only read saves of up to {part} MiB", part=MAX_BYTES // 1024 // 1024)
        raise _zip_error(message("the save in the zip file is too large"), hint)
    return data


def _zip_error(what: str, hint: str) -> InvalidFile:
    return InvalidFile(what, hint=hint)
