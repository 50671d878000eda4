import { Button, Check } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { hasKeys, isHelpOpen, shortcuts, switchKeys } from "./keys.ts";
import { views } from "./route.ts";

/** The list of shortcuts. */
export function Help() {
  if (!isHelpOpen.value) return null;
  const goTo = views.map(({ key, name }) => ({ keys: `g ${key}`, does: name }));
  return (
    <Dialog title="Keyboard" onClose={() => (isHelpOpen.value = false)}>
      <Check name="Keys without Ctrl do something" isOn={hasKeys.value} onChange={switchKeys} />
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
        <Button run={() => (isHelpOpen.value = false)}>Close</Button>
      </div>
    </Dialog>
  );
}
