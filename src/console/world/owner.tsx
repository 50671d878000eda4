/** The owner of a workspace; nothing if it has none. */
export function Owner({ name }: { readonly name: string | null }) {
  if (name === null) return null;
  return (
    <span class="quiet">
      of <bdi>{name}</bdi>{" "}
    </span>
  );
}
