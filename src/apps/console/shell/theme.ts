/** The colour scheme: the system's, or the one that the user chose in this browser. */
export const themes = { "": "As the system", light: "Light", dark: "Dark" };

const storageKey = "lead-sandbox-theme";

export function restoreTheme(): void {
  show(localStorage.getItem(storageKey) ?? "");
}

export function switchTheme(theme: string): void {
  localStorage.setItem(storageKey, theme);
  show(theme);
}

function show(theme: string): void {
  document.documentElement.style.colorScheme = theme;
}
