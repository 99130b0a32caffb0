import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppealFile, AppealOutcome, Measure } from '../../../contract/appeals.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { appealFile } from './moderation.queries.ts'
import { useTakeAppeal } from './appeal-decision.ts'
import { DecideAppeal } from './DecideAppeal.tsx'

const { appealPanel: words, appeals } = texts

/** The decision appealed against with its reasons, the words as they were judged, who appealed and why, and the ruling. */
export function AppealPanel({ decisionId }: { readonly decisionId: string }) {
  const file = useQuery(appealFile(decisionId))
  return <Loaded query={file}>{(opened) => <Opened file={opened} />}</Loaded>
}

function Opened({ file }: { readonly file: AppealFile }) {
  const { side, level, status, decision, judged, before, ruling } = file
  return (
    <Card title={words.title} action={<Badge tone="gold">{appeals.status[status]}</Badge>}>
      <div className="grid gap-4">
        {level > 1 && <p className="text-sm text-muted">{words.second}</p>}
        <section aria-label={words.decision} className="grid gap-1">
          <h3 className="font-medium">{words.decision}</h3>
          <p className="text-sm text-muted">
            {words.before[before]} · {moment(decision.at)}
          </p>
          <p className="break-words whitespace-pre-line">{decision.facts || words.noFacts}</p>
        </section>
        <section aria-label={words.judged} className="grid gap-1">
          <h3 className="font-medium">{words.judged}</h3>
          <StarsShown value={judged.rating} />
          <p className="break-words whitespace-pre-line">{judged.comment ?? words.noComment}</p>
        </section>
        {file.appeals.map(({ appellantId, reason, lodgedAt }) => (
          <figure key={appellantId} className="rounded-control bg-sunken p-3">
            <figcaption className="text-sm text-muted">
              {words.plea[side]} · {moment(lodgedAt)}
            </figcaption>
            <blockquote className="break-words whitespace-pre-line">{reason}</blockquote>
          </figure>
        ))}
        {ruling === null ? <Judging file={file} /> : <Ruling ruling={ruling} />}
      </div>
    </Card>
  )
}

function Ruling({ ruling }: { readonly ruling: NonNullable<AppealFile['ruling']> }) {
  return (
    <figure className="rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">
        {words.by(moment(ruling.at))} · {words.measures[ruling.measure]}
      </figcaption>
      <blockquote className="break-words whitespace-pre-line">{ruling.reason}</blockquote>
    </figure>
  )
}

interface Choice {
  readonly outcome: AppealOutcome
  readonly measures: readonly [Measure, ...Measure[]]
}

const choicesIn = ({ possible }: AppealFile): readonly Choice[] =>
  possible.flatMap(({ outcome, measures: [usual, ...more] }) =>
    usual === undefined ? [] : [{ outcome, measures: [usual, ...more] as const }],
  )

function Judging({ file }: { readonly file: AppealFile }) {
  const { decisionId, status, barred } = file
  const [choice, setChoice] = useState<Choice | null>(null)
  const { pending, take } = useTakeAppeal(decisionId)
  if (status === 'VOID') return <p className="text-sm text-muted">{appeals.voided}</p>
  if (barred !== null)
    return (
      <Notice>
        <p>{words.barred[barred]}</p>
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'OPEN' && (
        <Button look="secondary" small pending={pending} onClick={take}>
          {words.take}
        </Button>
      )}
      {choicesIn(file).map((one) => (
        <Button key={one.outcome} look="secondary" small onClick={() => setChoice(one)}>
          {words.actions[one.outcome]}
        </Button>
      ))}
      {choice !== null && <DecideAppeal of={file} {...choice} onClose={() => setChoice(null)} />}
    </div>
  )
}
