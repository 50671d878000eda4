/** Commands of the documentation that run the image. */
import { images, ownName } from "./podman.ts";

const names: Readonly<Record<string, string>> = {
  "lead-sandbox": images.server,
  "lead-sandbox:harness": images.harness,
};

/** The arguments of such a command for podman, with the built image, a separate volume and free ports. */
export function argumentsOf(line: string, name: string): readonly string[] {
  const volume = line.includes("leads:/data") ? ownName("volume") : "";
  const [, , ...args] = line.split(" ");
  const own = ["run", "--pull=never", "--no-healthcheck", `--name=${name}`];
  return [
    ...own,
    ...args.map((arg) =>
      (names[arg] ?? arg)
        .replace(/^leads:/, `${volume}:`)
        .replace(/^127\.0\.0\.1:\d+:(\d+)$/, "127.0.0.1::$1"),
    ),
  ];
}
