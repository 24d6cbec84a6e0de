import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import type { Stages } from '#core/contract/stages.ts'
import { useForm } from '#core/ui/form/useForm.ts'
import { routes, StagesInput } from '../contract.ts'
import { inputOf, type StagesValues, savedOnly, stagesFormOf, withLatest } from './stagesForm.ts'

type Options = {
  latest: Stages
  onSaved: (stages: Stages) => void
  /** Reads the latest stages. */
  onAgain: () => Promise<void>
}

/** The form of the stages. If someone else saves in the meantime, what was typed stays on top of theirs. */
export function useStagesForm({ latest, onSaved, onAgain }: Options) {
  /** The version that the form began with. */
  const [stages, setStages] = useState(latest)
  const [isMerged, setMerged] = useState(false)
  const form = useForm<StagesValues, StagesInput>({
    draft: 'firm:stages',
    initial: stagesFormOf(stages),
    shape: StagesInput,
    inputOf: (values) => inputOf(savedOnly(values, stages), stages.version),
    send: async (body) => {
      begin(await put(body))
      return 'Stages saved.'
    },
    problemAt: 'stages',
  })
  const begin = (saved: Stages) => {
    setStages(saved)
    setMerged(false)
    form.beginAnew(stagesFormOf(saved))
  }
  const put = async (body: StagesInput) => {
    try {
      const saved = await call(routes.putStages, { body })
      onSaved(saved)
      return saved
    } catch (thrown) {
      // Someone else may have been faster.
      void onAgain()
      throw thrown
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version is a reason
  useEffect(() => {
    if (form.isBusy || latest.version === stages.version) return
    const typed = form.isDirty ? withLatest(form.values, stages, latest, () => crypto.randomUUID()) : null
    begin(latest)
    if (!typed) return
    form.fill(typed)
    setMerged(true)
  }, [latest, form.isBusy])
  /** One stage's chance, apart from what is typed. */
  const use = (id: string, chance: number) =>
    form.run(async () => {
      const inOrder = stages.inOrder.map((stage) => (stage.id === id ? { ...stage, chance } : stage))
      begin(await put({ stages: inOrder, instead: {}, version: stages.version }))
      return 'Chance changed.'
    })
  const discard = () => {
    begin(stages)
    void onAgain()
  }
  /** `stages` are those that the form began with. `isMerged`: it shows another admin's changes, too. */
  return { form, stages, isMerged, use, discard }
}
