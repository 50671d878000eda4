import { Dialog } from "../parts/dialog.tsx";
import { isHelpOpen, shortcuts } from "./keys.ts";
import { views } from "./route.ts";

/** The list of shortcuts. */
export function Help() {
  if (!isHelpOpen.value) return null;
  const goTo = views.map(({ key, name }) => ({ keys: `g ${key}`, does: name }));
  return (
    <Dialog title="Keyboard" onClose={() => (isHelpOpen.value = false)}>
      <dl class="shortcuts">
        {[...shortcuts, ...goTo].map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <button type="button" onClick={() => (isHelpOpen.value = false)}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
