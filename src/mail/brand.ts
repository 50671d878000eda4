import type { Brand } from "../domain/mail.ts";

const neutralColour = "#30475e";
const hexColour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const imageDataUri = /^data:image\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*,[\w!$&'()*+,./:;=?@~%-]*$/i;

/** The Firm's colour when it is `#rgb` or `#rrggbb`, or a neutral one. */
export function accentColour(brand: Brand): string {
  return brand.colour !== null && hexColour.test(brand.colour) ? brand.colour : neutralColour;
}

/** Black or white, whichever reads better on the hexadecimal `colour`. */
export function textColourOn(colour: string): string {
  const digits = colour.slice(1);
  const pairs = (digits.length === 3 ? digits.replace(/./g, "$&$&") : digits).match(/../g) ?? [];
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => linearLight(pair));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Contrast with white and with black is equal at this luminance (WCAG 2, relative luminance).
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

/** The Firm's logo when it is the data URI of an image, or null: a mail fetches nothing. */
export function embeddedLogo(brand: Brand): string | null {
  return brand.logo !== null && imageDataUri.test(brand.logo) ? brand.logo : null;
}

function linearLight(pair: string): number {
  const channel = Number.parseInt(pair, 16) / 255;
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
