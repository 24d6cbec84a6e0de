import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { deleteBy } from '#core/client/deleting.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { toast } from '#core/client/toasts.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { type Asset, routes, TRASH_DAYS } from '../contract.ts'
import { AssetDialog } from './AssetDialog.tsx'
import type { AssetDoing } from './doing.ts'
import type { Begun } from './useAssetForm.ts'

const AccessDialog = lazyComponent(() => import('./AccessDialog.tsx').then((file) => file.AccessDialog))
const ManyDialog = lazyComponent(() => import('./ManyDialog.tsx').then((file) => file.ManyDialog))
const VersionsDialog = lazyComponent(() => import('./VersionsDialog.tsx').then((file) => file.VersionsDialog))

type Props = { doing: AssetDoing; first?: File; onClose: () => void; onDone: () => void }

export function AssetDoings({ doing, first, onClose, onDone }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  return (
    <>
      {doing.what === 'upload' && !begun && (
        <AssetDialog {...(first && { first })} onMany={setBegun} onClose={onClose} onDone={onDone} />
      )}
      {doing.what === 'upload' && begun && <ManyDialog begun={begun} onClose={onClose} onDone={onDone} />}
      {doing.what === 'edit' && <Edit asset={doing.asset} onClose={onClose} onDone={onDone} />}
      {doing.what === 'access' && <AccessDialog asset={doing.asset} onClose={onClose} />}
      {doing.what === 'versions' && <VersionsDialog asset={doing.asset} onClose={onClose} onDone={onDone} />}
      {doing.what === 'removeForAll' && <RemoveForAll asset={doing.asset} onClose={onClose} onDone={onDone} />}
      {doing.what === 'remove' && <Remove asset={doing.asset} onClose={onClose} onDone={onDone} />}
    </>
  )
}

type Doing = { asset: Asset; onClose: () => void; onDone: () => void }

/** Starts over with the current asset when someone else has changed it. */
function Edit({ asset: given, ...rest }: Doing) {
  const [asset, setAsset] = useState(given)
  const readAgain = async () => setAsset(await call(routes.one, { params: { id: given.id } }))
  return <AssetDialog key={asset.revision} asset={asset} onStale={readAgain} {...rest} />
}

const RemoveForAll = ({ asset: { id, name }, onClose, onDone }: Doing) => (
  <ConfirmDialog
    title={`Delete “${name}” for everyone?`}
    verb="Delete"
    isDangerous
    onClose={onClose}
    onConfirm={async () => {
      const said = await deleteBy(() => call(routes.removeForAll, { params: { id } }))
      onDone()
      return said
    }}
  >
    <p>{`No one can open it anymore, including people viewing it now. It stays in the trash for ${TRASH_DAYS} days.`}</p>
  </ConfirmDialog>
)

const Remove = ({ asset: { id, name }, onClose, onDone }: Doing) => (
  <ConfirmDialog
    title={`Remove “${name}” from your list?`}
    verb="Delete"
    isDangerous
    onClose={onClose}
    onConfirm={async () => {
      const message = await deleteBy(() => call(routes.remove, { params: { id } }))
      onDone()
      toast({ message, color: 'green', undo: () => putBack(id, onDone) })
    }}
  >
    <p>Others can still open it.</p>
  </ConfirmDialog>
)

async function putBack(id: string, onDone: () => void) {
  try {
    await call(routes.putBack, { params: { id } })
    onDone()
  } catch (thrown) {
    toast({ message: problemOf(thrown), color: 'red' })
  }
}
