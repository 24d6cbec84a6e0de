import { ActionIcon, Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type Asset, type AssetVersion, routes } from '../contract.ts'
import { assetReaders, assetVersions } from '../queries.ts'
import a from './Assets.module.css'
import { formatAssetStamp, formatPages } from './labels.ts'
import { ReaderLines } from './ReaderLines.tsx'

type Props = { asset: Asset; onClose: () => void; onDone: () => void }

/** Shows earlier versions and who opened which. */
export function VersionsDialog({ asset, onClose, onDone }: Props) {
  const versions = useQuery(assetVersions, asset.id)
  const readers = useQuery(assetReaders, asset.id)
  const { isBusy, problem, run } = useMutation()
  const all = readers.value?.readers ?? []
  const now = versions.value?.versions[0]?.version ?? asset.versions
  const restore = ({ version }: AssetVersion) =>
    run(async () => {
      await call(routes.restore, { params: { id: asset.id, n: version } })
      await versions.refresh()
      onDone()
      return `Version ${version} restored.`
    })
  return (
    <Dialog
      title="Versions and readers"
      size={640}
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="cap">
        {asset.name}. The link stays the same when you replace the file. People who opened an older version are
        notified.
      </p>
      <Problem>{problem}</Problem>
      <AnswerState of={versions} isAwaited />
      <div className={`grid ${a.pair}`}>
        <section aria-label="Versions">
          <h3 className="cap mb4 medium">Versions</h3>
          <ul>
            {versions.value?.versions.map((one) => (
              <li key={one.version} className={`row between gap12 ${a.line}`}>
                <div>
                  <p>
                    <strong>Version {one.version}</strong>{' '}
                    {one.is_current && <span className={`small nowrap semi ${a.tag}`}>Current</span>}
                  </p>
                  <small className="cap block">{formatAssetStamp(one.made_at)}</small>
                  <small className="cap block">
                    {one.made_by}, {formatPages(one.pages)}
                    {one.restored_from !== null && `, as version ${one.restored_from}`}
                  </small>
                </div>
                <span className={`inline gap8 ${a.who}`}>
                  <ActionIcon
                    component="a"
                    href={one.url}
                    target="_blank"
                    rel="noopener"
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={`Open version ${one.version}`}
                  >
                    <Icon name="download" />
                  </ActionIcon>
                  {!one.is_current && (
                    <Button variant="subtle" aria-disabled={isBusy || undefined} onClick={() => restore(one)}>
                      Restore
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Readers">
          <h3 className="cap mb4 medium">
            {`Who opened it: ${all.filter(({ version }) => version !== null).length} of ${all.length}`}
          </h3>
          <ReaderLines readers={all} versions={now} label="Who opened it" />
        </section>
      </div>
    </Dialog>
  )
}
