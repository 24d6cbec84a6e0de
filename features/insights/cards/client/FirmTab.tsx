import { TypeTab } from './TypeTab.tsx'

/** Shows the cards that the firm writes for its people. */
export const FirmTab = () => <TypeTab type="firm" empty="No insights from your firm right now" />
