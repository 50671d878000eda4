import { Button, Check } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/panel.tsx";
import { hasKeys, isHelpOpen, shortcuts, switchKeys } from "./keys.ts";
import { views } from "./route.ts";

export function Help() {
  const goTo = views.map(({ key, name }) => ({ keys: `g ${key}`, does: name }));
  return (
    <Dialog title="Keyboard" onClose={() => (isHelpOpen.value = false)}>
      <Check isOn={hasKeys.value} onPick={switchKeys}>
        Keys without Ctrl do something
      </Check>
      <Facts rows={[...shortcuts, ...goTo].map(({ keys, does }) => [keysOf(keys), does])} />
      <div class="buttons">
        <Button run={() => (isHelpOpen.value = false)}>Close</Button>
      </div>
    </Dialog>
  );
}

function keysOf(keys: string) {
  return keys.split(" ").map((key) => [<kbd key={key}>{key}</kbd>, " "]);
}
