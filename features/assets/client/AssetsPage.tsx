import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Page } from '#core/ui/Page.tsx'
import { AssetList } from './AssetList.tsx'
import type { AssetDoing } from './doing.ts'

/** Lists the firm's assets for their managers, and readable assets for everyone else. */
export function AssetsPage() {
  const session = useSession()
  const isManager = session !== null && managesContent(session.user.role, session.Settings)
  const [isTrash, setTrash] = useState(false)
  const [doing, setDoing] = useState<AssetDoing | null>(null)
  useTitle(isTrash ? 'Trash · Assets' : 'Assets')
  return (
    <Page
      title={isTrash ? 'Trash' : 'Assets'}
      intro={
        isTrash
          ? 'What was deleted for everyone in the last 30 days.'
          : 'Training tools, BD plans, and firm-specific resources.'
      }
      actions={
        isManager && (
          <>
            <Button variant="default" leftSection={<Icon name="trash" />} onClick={() => setTrash(!isTrash)}>
              {isTrash ? 'Back to Assets' : 'Trash'}
            </Button>
            {!isTrash && (
              <Button leftSection={<Icon name="upload" />} onClick={() => setDoing({ what: 'upload' })}>
                Upload
              </Button>
            )}
          </>
        )
      }
    >
      <AssetList isManager={isManager} isTrash={isTrash} doing={doing} onDo={setDoing} />
    </Page>
  )
}
