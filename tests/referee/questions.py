"""The questions of the referee's desk, answered in an English browser."""

from playwright.sync_api import Page, expect


def answer(page: Page, choice: str) -> None:
    page.click(f".next-question button:has-text('{choice}')")


def decide_the_revoke(page: Page, counted: list[str]) -> None:
    """Every question of a defender's revoke, each noted."""

    def asked(text: str) -> None:
        expect(page.locator(".next-question")).to_contain_text(text)
        counted.append(text)

    page.click("a:has-text('A suit was not followed')")
    asked("When was the revoke found?")
    answer(page, "at once")
    asked("Who erred?")
    answer(page, "a defender")
    asked("demand that play goes on?")
    answer(page, "no")
    for party, points in (("soloist", "45"), ("defenders", "20")):
        asked(f"Card-points of the {party}")
        expect(page.locator("#id_answer")).to_be_focused()
        page.keyboard.type(points)
        page.keyboard.press("Enter")
    asked("Did the cards exclude schneider")
    answer(page, "no")
