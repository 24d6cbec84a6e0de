import { Snippet } from '#core/ui/Snippet.tsx'
import type { Asset, PageFound } from '../contract.ts'
import a from './Assets.module.css'
import { AssetLink } from './assetColumns.tsx'

type Props = { found: readonly PageFound[]; nameOf: (id: string) => string | undefined }
export type NamedAsset = Pick<Asset, 'id' | 'name'>

/** Lists matching pages with the text around the words. */
export const FoundPages = ({ found, nameOf }: Props) => (
  <section className={a.found} aria-label="In the files">
    <h2>In the files</h2>
    <ul>
      {found.map(({ asset_id: id, page, snippet }) => (
        <li key={`${id} ${page}`} className={`row between gap12 ${a.line}`}>
          <div>
            <p>
              <AssetLink asset={{ id, name: nameOf(id) ?? 'Asset' }} page={page} />
            </p>
            <small className="cap block">
              <Snippet parts={snippet} />
            </small>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
