/** Java programs that end within seconds: without the second compiler and the threads of the collector. */

export const shortLived = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** The commands that run and compile Java. */
export const java: readonly string[] = ["java", ...shortLived.split(" ")];
export const javac: readonly string[] = [
  "javac",
  ...shortLived.split(" ").map((flag) => `-J${flag}`),
];

/** The same for every `java` below a command, such as that of a page, and those of Maven. */
export const javaVariables = { JDK_JAVA_OPTIONS: shortLived };
