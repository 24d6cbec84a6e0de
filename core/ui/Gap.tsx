/** Space for list items that aren't rendered. */
export const Gap = ({ height }: { height: number }) => height > 0 && <li aria-hidden style={{ height }} />
