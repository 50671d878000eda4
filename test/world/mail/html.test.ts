import { describe, expect, it } from "vitest";

import { textColourOn } from "../../../src/world/mail/brand.ts";
import { html } from "../../../src/world/mail/html-template.ts";
import { mailHtml } from "../../../src/world/mail/html.ts";
import { aWelcome, draftsNamed, link } from "./samples.ts";

const hostileNames = [
  { title: "a script", name: "<script>alert(1)</script>" },
  { title: "an attribute break-out", name: `"><img src=x onerror=alert(1)>` },
  { title: "a single quote", name: "' onmouseover='alert(1)" },
  { title: "an entity", name: "&lt;b&gt; &amp;" },
  { title: "a comment", name: "--><!--" },
  { title: "a link", name: `<a href="https://evil.example">` },
];

function tagNames(markup: string): readonly string[] {
  return [...markup.matchAll(/<([a-z!/][^\s>]*)/gi)].map(([, name = ""]) => name);
}

function attribute(markup: string, name: string): readonly string[] {
  const values = [...markup.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))];
  return values.map(([, value = ""]) => value);
}

describe("html", () => {
  it("escapes interpolated text, in text and in quoted attributes", () => {
    const hostile = `<b a="1" c='2'>&`;
    const escaped = "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;";
    expect(html`<p title="${hostile}">${hostile}</p>`.toString()).toBe(
      `<p title="${escaped}">${escaped}</p>`,
    );
  });

  it("keeps html values unescaped, alone and in lists", () => {
    const items = ["a", "<"].map((item) => html`<i>${item}</i>`);
    expect(html`<b>${html`<i></i>`}</b>`.toString()).toBe("<b><i></i></b>");
    expect(html`<b>${items}</b>`.toString()).toBe("<b><i>a</i><i>&lt;</i></b>");
  });
});

describe("mailHtml", () => {
  it.each(hostileNames)("$title in a name adds no tag to any mail (6)", ({ name }) => {
    const plain = draftsNamed("Ana").map(({ content }) => tagNames(mailHtml(content)));
    expect(draftsNamed(name).map(({ content }) => tagNames(mailHtml(content)))).toEqual(plain);
  });

  it.each(hostileNames)("shows $title in a name as it was sent (6)", ({ name }) => {
    const markup = html`${name}`.toString();
    for (const { content } of draftsNamed(name)) expect(mailHtml(content)).toContain(markup);
  });

  it("loads no resources (no src, srcset, url() or import) and contains only the listed links (6)", () => {
    for (const { content, links } of draftsNamed("Ana")) {
      const markup = mailHtml(content);
      expect(markup).not.toMatch(
        /\ssrc(?:set)?=|url\(|@import|<link|<script|<form|<iframe|<object/i,
      );
      expect(attribute(markup, "href")).toEqual(links.map((url) => html`${url}`.toString()));
    }
  });

  it("declares its language and has a title (1.7)", () => {
    const markup = mailHtml(aWelcome().content);
    expect(markup).toMatch(/^<!doctype html>\s+<html lang="en">/);
    expect(markup).toContain("<title>Welcome from Maple Street Realty</title>");
  });

  it("escapes the link without changing its target (mail.welcome)", () => {
    const { content } = aWelcome();
    if (content.kind !== "welcome") throw new Error("not a welcome mail");
    const signUpUrl = `${link}&next="><script>`;
    expect(attribute(mailHtml({ ...content, signUpUrl }), "href")).toEqual([
      `${link}&amp;next=&quot;&gt;&lt;script&gt;`,
    ]);
  });

  it.each([
    { colour: "#0a7d4f", shown: "#0a7d4f" },
    { colour: "#FC0", shown: "#FFCC00" },
  ])("uses the Firm's colour $colour for the edge and the button (1.7)", ({ colour, shown }) => {
    const markup = mailHtml(aWelcome({ firm: { colour } }).content);
    expect(markup).toContain(`border-top:4px solid ${shown}`);
    expect(attribute(markup, "bgcolor")).toContain(shown);
  });

  it.each([
    { colour: "red" },
    { colour: "#12345" },
    { colour: "#fff;background:url(https://evil.example)" },
    { colour: `#fff"><script>` },
    { colour: "#fff\n" },
    { colour: null },
  ])("uses a neutral accent for the colour $colour (1.7)", ({ colour }) => {
    const neutral = mailHtml(aWelcome({ firm: { colour: null } }).content);
    expect(mailHtml(aWelcome({ firm: { colour } }).content)).toBe(neutral);
  });

  it.each([
    { logo: "data:image/png;base64,iVBORw0KGgo=" },
    { logo: "data:image/svg+xml;charset=utf-8,%3Csvg%20viewBox='0%200%201%201'/%3E" },
  ])("shows the logo $logo with the Firm's name as its alternative text (1.7)", ({ logo }) => {
    const markup = mailHtml(aWelcome({ firm: { logo } }).content);
    expect(attribute(markup, "src")).toEqual([html`${logo}`.toString()]);
    expect(attribute(markup, "alt")).toEqual(["Maple Street Realty"]);
  });

  it.each([
    { logo: "https://cdn.example/logo.png" },
    { logo: "//cdn.example/logo.png" },
    { logo: "data:text/html,<script>" },
    { logo: `data:image/png;base64,AA"onerror="x` },
    { logo: "javascript:alert(1)" },
    { logo: "" },
  ])("shows the Firm's name in place of the logo $logo (1.7)", ({ logo }) => {
    const unbranded = mailHtml(aWelcome({ firm: { logo: null } }).content);
    expect(mailHtml(aWelcome({ firm: { logo } }).content)).toBe(unbranded);
  });
});

describe("textColourOn", () => {
  it.each([
    { colour: "#ffffff", text: "#000000" },
    { colour: "#fc0", text: "#000000" },
    { colour: "#000", text: "#ffffff" },
    { colour: "#0a2d7f", text: "#ffffff" },
  ])("is $text on $colour", ({ colour, text }) => {
    expect(textColourOn(colour)).toBe(text);
  });
});
