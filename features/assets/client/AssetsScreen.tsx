import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { AssetsPage } from './AssetsPage.tsx'

const AssetPage = lazyComponent(() => import('./AssetPage.tsx').then((file) => file.AssetPage))

/** Combines list and asset, so that one part of the first load names both. */
export const AssetsScreen = ({ id, hash }: { id?: string | undefined; hash: string }) =>
  id ? <AssetPage id={id} hash={hash} /> : <AssetsPage />
