import type { Asset } from '../contract.ts'

/** What a person is about to do: a dialog, or what is done at once. */
export type AssetDoing =
  | { what: 'upload' }
  | { what: 'edit' | 'access' | 'versions' | 'remove' | 'removeForAll' | 'bringBack' | 'favourite'; asset: Asset }
