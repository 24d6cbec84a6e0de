import { TypeTab } from './TypeTab.tsx'

/** Shows the cards that the vendor writes for all firms. */
export const BdTab = () => <TypeTab type="bd" empty="No business development insights right now" />
