import { TypeTab } from './TypeTab.tsx'

/** What the vendor writes for all firms. */
export const BdTab = () => <TypeTab type="bd" empty="Nothing from us at the moment" />
