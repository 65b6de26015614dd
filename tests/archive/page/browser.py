"""A real browser for the pages: Debian's Chromium, driven by Selenium, checked by axe-core."""

from __future__ import annotations

import shutil
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
)
PROGRAMS = ("chromium", "chromedriver")

_PRESENTED = """
    const done = arguments[0];
    const look = () => {
        if (!document.getElementById("game") || document.body.classList.contains("scripted")) { done(); }
        else { setTimeout(look, 5); }
    };
    look();
"""
"""Calls back when the page of a game has unpacked itself; at once on other pages."""

_IDLE = "window.Worker = class { postMessage() {} terminate() {} };"
"""Workers that never begin: the page says that it verifies, as it does for seconds."""


def missing() -> str:
    """What is not installed here; empty if the browser can be started."""
    return ", ".join(program for program in PROGRAMS if shutil.which(program) is None)


class Browser:
    """A window on one page."""

    def __init__(self) -> None:
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service

        options = Options()
        for switch in SWITCHES:
            options.add_argument(switch)
        options.binary_location = str(shutil.which("chromium"))
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver: Any = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)

    def open(
        self,
        page: Path,
        width: int = 1400,
        height: int = 900,
        scripts: bool = True,
        unpacks: bool = True,
        verifies: bool = True,
    ) -> None:
        """Load a page in a window of this size, and wait until it has unpacked itself if it can.

        The verification of its record is not waited for; a page that is not looked at for it need not
        begin with it (`verifies`).
        """
        self.resize(width, height)
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        if verifies:
            self.driver.get(page.as_uri())
        else:
            with self.beginning_with(_IDLE):
                self.driver.get(page.as_uri())
        if scripts and unpacks:
            self.driver.execute_async_script(_PRESENTED)

    @contextmanager
    def beginning_with(self, script: str) -> Iterator[None]:
        """Run a script on each page that is opened meanwhile, before those of the page."""
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    def resize(self, width: int, height: int = 900) -> None:
        """Give the window another size; a narrow one is that of a telephone."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def prefer(self, scheme: str) -> None:
        """Light or dark, as the system of the reader has it; on a screen."""
        wish = {"media": "", "features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", wish)

    def printed(self) -> bytes:
        """The page on paper, as PDF."""
        wish = {"printBackground": True, "preferCSSPageSize": True}
        return b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", wish)["data"])

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script on the page returns."""
        return self.driver.execute_script(script, *arguments)

    def press(self, key: str) -> None:
        """Press a key where the page is looked at."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    def complaints(self) -> list[str]:
        """What the page wrote to the console."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Every address the page has asked for since it was opened."""
        import json

        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def violations(self, *, colours: bool = False) -> list[str]:
        """What axe-core finds against WCAG 2.1 A and AA, contrast and labels among it.

        Or against the contrast alone, where the same page passed in other colours.
        """
        from importlib.resources import files

        if not self.run("return Boolean(window.axe)"):
            self.run(files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
        script = """
            const done = arguments[arguments.length - 1];
            const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
            const contrast = {type: "rule", values: ["color-contrast"]};
            const wanted = {resultTypes: ["violations"], selectors: false};
            const rules = {runOnly: arguments[0] ? contrast : tags, ...wanted};
            const failed = problem => done({violations: [{id: String(problem), nodes: []}]});
            axe.run(document, rules).then(done, failed);
        """
        found = self.driver.execute_async_script(script, colours)["violations"]
        return [f"{each['id']}: {[node['html'][:90] for node in each['nodes']][:3]}" for each in found]

    def close(self) -> None:
        """Close the window."""
        self.driver.quit()
