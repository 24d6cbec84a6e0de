import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { AssetList } from './AssetList.tsx'
import type { AssetDoing } from './doing.ts'
import { onlyFirst } from './useAssetForm.ts'

const FileDrop = lazyComponent(() => import('#core/ui/FileDrop.tsx').then((file) => file.FileDrop))
const AssetDoings = lazyComponent(() => import('./AssetDoings.tsx').then((file) => file.AssetDoings))

/**
 * Lists readable assets, newest first, with uploads and deletions for managers of assets. Source: the first
 * specification, section 4.
 */
export function AssetsDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const isManager = session !== null && managesContent(session.user.role, session.Settings)
  const [doing, setDoing] = useState<AssetDoing | null>(null)
  const [first, setFirst] = useState<File | null>(null)
  const [times, setTimes] = useState(0)
  const take = (files: File[]) => {
    if (files.length > 1) toast({ message: onlyFirst(files[0]!) })
    setFirst(files[0] ?? null)
  }
  return (
    <>
      <Dialog
        title="Assets"
        size={880}
        isTall
        isCovered={doing !== null || first !== null}
        onClose={onClose}
        foot={
          <>
            <Button component={Link} to="/viewer/assets" variant="default">
              Assets Database
            </Button>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {isManager && (
          <FileDrop
            isSmall
            isMany
            title="Drag and drop your files here"
            limits="Supported files: PDF"
            label="File"
            verb="Select files"
            accept="application/pdf,.pdf"
            isDisabled={false}
            onFiles={take}
            onRefused={(message) => toast({ message, color: 'red' })}
          />
        )}
        <AssetList
          key={times}
          isManager={isManager}
          isTrash={false}
          isMine
          isNewestFirst
          doing={doing}
          onDo={setDoing}
        />
      </Dialog>
      {first && (
        <AssetDoings
          doing={{ what: 'upload' }}
          first={first}
          onClose={() => setFirst(null)}
          onDone={() => setTimes(times + 1)}
        />
      )}
    </>
  )
}
