import type { Report } from "./shape.ts";

/** The report as one self-contained page. */
export function htmlOfReport(report: Report): string {
  return `<!doctype html><title>${report.summary.findings} findings</title>`;
}
