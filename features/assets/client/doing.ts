import type { Asset } from '../contract.ts'

/** Action that a person chose: a dialog, or an immediate one. */
export type AssetDoing =
  | { what: 'upload' }
  | { what: 'edit' | 'access' | 'versions' | 'remove' | 'removeForAll' | 'bringBack' | 'favourite'; asset: Asset }
