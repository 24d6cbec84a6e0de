import { TypeTab } from './TypeTab.tsx'

/** What the vendor writes for all firms. */
export const BdTab = () => <TypeTab type="bd" empty="No business development insights right now" />
