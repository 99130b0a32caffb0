import { useState } from 'react'
import type { RuleDraft, SimulationFigures } from '../../../contract/rulebooks.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { showToast } from '../../components/toast.ts'
import { longDate } from '../../shared/format.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { isUnderWay } from './rulebook.queries.ts'

const { rulebooks: words, kit, ava } = texts
const tones: Readonly<Record<RuleDraft['status'], BadgeTone>> = {
  drafted: 'plain',
  simulating: 'gold',
  simulated: 'warm',
  activated: 'good',
}

interface DraftCardProps {
  readonly draft: RuleDraft
  readonly book: string
}

/** A draft on its way: simulated on what happened, then put in force. */
export function DraftCard({ draft: { id, version, status, figures, at }, book: name }: DraftCardProps) {
  const simulating = useWrite('simulateRuleSet', { refreshes: ['rulebooks'] })
  const open = status !== 'activated' && !isUnderWay({ status, at })
  return (
    <li className="grid min-w-0 gap-4 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{words.version(version)}</h3>
        <output className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {longDate(at)} <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
        </output>
      </div>
      {figures !== null && <Figures figures={figures} />}
      <FormAlert text={simulating.error?.message} />
      {open && (
        <div className="flex flex-wrap gap-3">
          <Button
            look="secondary"
            pending={simulating.isPending}
            onClick={() => simulating.mutate({ params: { name, id } })}
          >
            {status === 'drafted' ? words.simulate : words.again}
          </Button>
          {status === 'simulated' && <Activate book={name} id={id} version={version} />}
        </div>
      )}
    </li>
  )
}

function Activate({
  book: name,
  id,
  version,
}: {
  readonly book: string
  readonly id: string
  readonly version: number
}) {
  const [asked, ask] = useState(false)
  const activating = useWrite('activateRuleSet', {
    refreshes: ['rulebooks'],
    onDone: () => {
      ask(false)
      showToast({ title: words.activated(version) })
    },
  })
  return (
    <>
      <Button onClick={() => ask(true)}>{words.activate}</Button>
      <Dialog
        open={asked}
        onClose={() => ask(false)}
        title={words.activateTitle(version)}
        description={words.activateText(version)}
      >
        <FormAlert text={activating.error?.message} />
        <DialogActions>
          <Button look="secondary" onClick={() => ask(false)}>
            {kit.cancel}
          </Button>
          <Button pending={activating.isPending} onClick={() => activating.mutate({ params: { name, id } })}>
            {words.activate}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function Figures({
  figures: { accounts, total, lastMonth, most, credited, parts },
}: {
  readonly figures: SimulationFigures
}) {
  const lines = [
    [words.figures.total, ava.amount(total)],
    [words.figures.lastMonth, ava.amount(lastMonth)],
    ...parts.map(({ reason, amount }) => [words.reason(reason), ava.amount(amount)] as const),
    [words.figures.accounts, accounts.toLocaleString('it-IT')],
    [words.figures.most, ava.amount(most)],
    [words.figures.credited, ava.amount(credited)],
  ] as const
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{words.figures.title}</p>
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {lines.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 border-b border-line pb-1.5">
            <dt className="min-w-0 text-sm">{name}</dt>
            <dd className="shrink-0 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
