"""Letters say the same in text and in HTML, and nothing in them is markup."""

from clearwater.kit.mail_templates import Letter, render_html, render_text

LETTER = Letter(
    subject="Hello <you>",
    paragraphs=("Dear <script>alert(1)</script>,\r\nforged paragraph",),
    code="123456",
    link='https://example.org/email?code="x"&y=1',
    link_label="Confirm",
    after=("Bye.",),
)


def test_text_has_each_part_on_its_own() -> None:
    text = render_text(LETTER, sitename="Blue\nBcc: x", anti_phishing_code="whale")

    assert text == (
        "Dear <script>alert(1)</script>, forged paragraph\n\n"
        "    123456\n\n"
        'Confirm:\nhttps://example.org/email?code="x"&y=1\n\n'
        "Bye.\n\n"
        "Blue Bcc: x\n\n"
        "Your anti-phishing code: whale\n"
    )


def test_html_escapes_whatever_it_is_given() -> None:
    page = render_html(LETTER, sitename="<b>Blue</b>", anti_phishing_code="<i>whale")

    assert "<script>" not in page
    assert "<p>Dear &lt;script&gt;alert(1)&lt;/script&gt;, forged paragraph</p>" in page
    assert '<a href="https://example.org/email?code=&quot;x&quot;&amp;y=1">' in page
    assert "&lt;b&gt;Blue&lt;/b&gt;" in page
    assert "Your anti-phishing code: <b>&lt;i&gt;whale</b>" in page
    assert "style=" not in page


def test_without_an_anti_phishing_code_nothing_is_said_of_it() -> None:
    assert "anti-phishing" not in render_text(LETTER, sitename="Blue", anti_phishing_code=None)
    assert "anti-phishing" not in render_html(LETTER, sitename="Blue", anti_phishing_code=None)
