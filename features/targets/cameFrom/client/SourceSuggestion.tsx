import { type CameFrom, nameOfSource } from '#core/contract/referrals.ts'
import { Icon } from '#core/ui/Icon.tsx'

export type SourceOption = { from: CameFrom; detail: string }

const iconOf = (from: CameFrom) => ('user_id' in from ? 'users' : 'source' in from ? 'list' : 'address-book')

export const SourceSuggestion = ({ option: { from, detail } }: { option: SourceOption }) => (
  <>
    <Icon name={'contact_name' in from ? 'plus' : iconOf(from)} className="rigid dim" />
    <span className="stack shrink">
      <span className="one">{nameOfSource(from)}</span>
      <span className="cap one">{detail}</span>
    </span>
  </>
)
