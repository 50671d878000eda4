import type { Brand } from "../../domain/model/mail.ts";

const neutralColour = "#30475e";
const hexColour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const imageDataUri = /^data:(image\/[a-z0-9.+-]+)((?:;[a-z0-9=-]+)*,[\w!$&'()*+,./:;=?@~%-]+)$/i;

/** The logo image of a Firm in its mails. */
export interface Logo {
  readonly dataUri: string;
  /** The file name of the attached image, such as `logo.png`. */
  readonly fileName: string;
}

/** The Firm's colour as `#rrggbb` when it is `#rgb` or `#rrggbb`, or a neutral one. */
export function accentColour(colour: Brand["colour"]): string {
  if (colour === null || !hexColour.test(colour)) return neutralColour;
  // In `bgcolor`, Outlook for Windows ignores the short form.
  return colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour;
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

/** The Firm's logo if it is an image data URI, else null: a mail or page loads nothing from elsewhere. */
export function embeddedLogo(image: Brand["logo"]): Logo | null {
  const [, type = "", rest = ""] = imageDataUri.exec(image ?? "") ?? [];
  if (type === "") return null;
  const mediaType = type.toLowerCase();
  const [extension = ""] = mediaType.slice("image/".length).split("+");
  return { dataUri: `data:${mediaType}${rest}`, fileName: `logo.${extension}` };
}

function linearLight(pair: string): number {
  const channel = Number.parseInt(pair, 16) / 255;
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
