import { describe, expect, it } from "vitest";

import { htmlText, snippet } from "../../../src/server/mailpit/html-text.ts";
import { mailHtml } from "../../../src/world/mail/html.ts";
import { draftsNamed } from "../../world/mail/samples.ts";

describe("htmlText", () => {
  it.each([
    { html: "<p>One</p><p>Two</p>", text: "One Two" },
    { html: "<td>One</td><td>Two</td>", text: "One Two" },
    { html: "One<br />Two", text: "One Two" },
    { html: "One <b>T</b>wo", text: "One Two" },
    { html: "  One\r\n\t Two ", text: "One Two" },
    { html: "<head><title>None</title></head><body>One</body>", text: "One" },
    { html: "<style>p { color: red }</style>One", text: "One" },
    { html: "<!-- <p>None</p> -->One", text: "One" },
    { html: "<!--[if mso]><table><tr><td><![endif]-->One", text: "One" },
    { html: "Tom &amp; &lt;Jerry&gt; &quot;&#39;&#x27;", text: "Tom & <Jerry> \"''" },
    { html: "One&nbsp;&zwnj;&#8203;Two", text: "One Two" },
    { html: "&unknown; &#9999999999;", text: "&unknown;" },
    { html: "&constructor; &__proto__;", text: "&constructor; &__proto__;" },
    { html: '<a href="https://x.example/?a=1&amp;b=2">Open</a>', text: "Open" },
  ])("$html says $text", ({ html, text }) => {
    expect(htmlText(html, { withLinks: false })).toBe(text);
  });

  it.each([
    {
      html: '<a href="https://x.example/?a=1&amp;b=2">Open</a>',
      text: "https://x.example/?a=1&b=2 Open",
    },
    { html: '<a style="a" href="http://x.example/">Open</a>', text: "http://x.example/ Open" },
    { html: '<a href="mailto:a@x.example">Write</a>', text: "Write" },
    { html: '<img src="https://x.example/logo.png" />One', text: "One" },
  ])("$html with its links says $text", ({ html, text }) => {
    expect(htmlText(html, { withLinks: true })).toBe(text);
  });

  it("leaves no markup, style or entity of our mails, for any names", () => {
    for (const { content } of draftsNamed("Tom & Jerry's Häfen")) {
      const text = htmlText(mailHtml(content), { withLinks: true });
      expect(text).toContain("Tom & Jerry's Häfen");
      expect(text).not.toMatch(/[<>{}]|&\w+;|font-|mso/);
    }
  });
});

describe("snippet", () => {
  it.each([
    { text: "short", shown: "short" },
    { text: "x".repeat(200), shown: "x".repeat(200) },
    { text: "x".repeat(201), shown: `${"x".repeat(200)}...` },
    { text: `${"x".repeat(199)}ä`, shown: `${"x".repeat(199)}...` },
    { text: `${"x".repeat(198)}ä`, shown: `${"x".repeat(198)}ä` },
    { text: `${"x".repeat(198)}😀`, shown: `${"x".repeat(198)}...` },
    { text: "漢".repeat(70), shown: `${"漢".repeat(66)}...` },
  ])("cuts $text at 200 bytes, but never inside a character", ({ text, shown }) => {
    expect(snippet(text)).toBe(shown);
  });
});
