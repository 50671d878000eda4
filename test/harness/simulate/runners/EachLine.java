import java.util.Scanner;

/** Runs the main method of a class once for each line of standard input, as cron would once for each tick. */
public class EachLine {
    public static void main(String[] args) throws Exception {
        var main = Class.forName(args[0]).getMethod("main", String[].class);
        for (var lines = new Scanner(System.in); lines.hasNextLine(); lines.nextLine()) {
            main.invoke(null, (Object) new String[0]);
            System.out.println("done");
        }
    }
}
