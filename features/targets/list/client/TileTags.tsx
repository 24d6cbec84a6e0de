import { fullNameOf } from '#core/contract/names.ts'
import { currentStage } from '#core/contract/stages.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import { Value } from '#core/ui/Value.tsx'
import type { TargetTile } from '../../contract.ts'
import { useStages } from '../../stages/client/useStages.ts'
import s from './Tile.module.css'

export function TileTags({ tile }: { tile: TargetTile }) {
  const others = tile.collaborators.filter(
    ({ user_id, response }) => response === 'accepted' && user_id !== tile.user_id,
  )
  const names = others.map(fullNameOf).join(', ')
  const overlaps = tile.overlaps.length
  const { stages, isOn } = useStages()
  const stage = isOn ? currentStage(stages, tile.stage) : null
  return (
    <>
      <Value value={tile.value} label={tile.valueterm} />
      <span className={`cap inline nowrap medium ${s.tag}`}>{tile.typeterm}</span>
      {stage && (
        <span className={`cap nowrap medium one ${s.stage}`} title={`Stage: ${stage.name}`}>
          {stage.name}
        </span>
      )}
      {others.length > 0 && (
        <span className={`cap inline nowrap medium ${s.icon}`} title={`Collaborating: ${names}`}>
          <Icon name="users" size={16} stroke={1.75} />
          {others.length}
          <span className="hide"> {others.length === 1 ? 'collaborator' : 'collaborators'}</span>
        </span>
      )}
      {overlaps > 0 && (
        <span className={`cap inline nowrap medium ${s.icon}`} title="Potential Overlaps">
          <OverlapIcon />
          {overlaps}
          <span className="hide"> potential {overlaps === 1 ? 'overlap' : 'overlaps'}</span>
        </span>
      )}
      {tile.private && (
        <span className={`cap inline nowrap medium ${s.icon}`} data-quiet title="Private: only you can see it">
          <Icon name="lock" size={16} stroke={1.75} />
          <span className="hide">Private</span>
        </span>
      )}
    </>
  )
}
