import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useTitle } from '#core/client/title.ts'
import { toast } from '#core/client/toasts.ts'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { useWayBack, WayBack } from '#core/client/WayBack.tsx'
import { cannotFind, goOnlineTo } from '#core/contract/phrases.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Page } from '#core/ui/Page.tsx'
import { oneAsset } from '../queries.ts'
import s from './Assets.module.css'
import { formatAssetStamp, formatPages } from './labels.ts'

const PdfView = lazyComponent(
  () => import('#core/client/pdf/PdfView.tsx').then((file) => file.PdfView),
  <LoadingPlaceholder />,
)

/** Shows one asset for reading. Returns to the list if it doesn't exist or isn't for this person. */
export function AssetPage({ id, hash }: { id: string; hash: string }) {
  const page = Number(/page=(\d+)/.exec(hash)?.[1] ?? 1)
  const asked = useQuery(oneAsset, id)
  const isOnline = useIsOnline()
  const navigate = useNavigate()
  const asset = asked.value
  useTitle(asset?.name ?? 'Asset')
  const from = useWayBack()
  const isGone = !asset && asked.problem !== null && !asked.isOffline
  useEffect(() => {
    if (!isGone) return
    toast({ message: cannotFind('asset'), color: 'red' })
    void navigate({ to: '/viewer/assets', replace: true })
  }, [isGone, navigate])
  return (
    <>
      {from !== null && <WayBack to={from} className={`inline gap8 link dim ${s.back}`} />}
      <Page
        title={asset?.name ?? 'Asset'}
        intro={asset && `${formatPages(asset.pages)}, ${formatAssetStamp(asset.updated_at)}, ${asset.uploaded_by}`}
        actions={
          asset && (
            <Button
              component="a"
              variant="default"
              href={asset.file_url}
              target="_blank"
              rel="noopener"
              leftSection={<Icon name="external-link" />}
            >
              Open in a new tab
            </Button>
          )
        }
      >
        <NeedsConnection isOffline={!isOnline} what={goOnlineTo('open this file')} />
        <AnswerState of={asked} isAwaited />
        {asset && isOnline && (
          <PdfView key={`${id} ${asset.versions}`} url={asset.file_url} label={asset.name} page={page} />
        )}
      </Page>
    </>
  )
}
