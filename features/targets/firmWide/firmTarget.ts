// Converts anyone's copy of a target for the firm's API clients. Pure.
import type { Target } from '../contract.ts'
import type { FirmTarget } from './contract.ts'

export function firmTargetOf(target: Target): FirmTarget {
  const open = target.tasks.find((task) => task.done === 'incomplete' && task.user_id === target.owner_id)
  return {
    id: target.id,
    owner_id: target.owner_id,
    owner: target.owner,
    company: target.company,
    contact: target.contact,
    contact_email: target.contact_email,
    contact_phone: target.contact_phone,
    type: target.type,
    value: target.value,
    goal: target.goal,
    projected_revenue: target.projected_revenue,
    expected_close: target.expected_close ?? null,
    chance: target.chance ?? null,
    came_from: target.came_from ?? null,
    stage: target.stage ?? null,
    status: target.status,
    phase: target.phase,
    due: open?.due || null,
    created: target.created,
    ...(target.undated && { undated: true }),
    modified: target.modified,
    completed: target.completed,
    deleted: target.deleted,
    revenue: target.revenue,
    lostReason: target.lostReason,
    tasks: target.tasks.map(({ id, user_id, description, help, due, done, created, completed }) => {
      return { id, user_id, description, help, due, done, created, completed }
    }),
    collaborators: target.collaborators.map(({ user_id, first_name, last_name, response }) => {
      return { user_id, first_name, last_name, response }
    }),
  }
}
