import type { AvaRuleSet, RuleBookAnswer } from '../../../contract/rulebooks.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { complain } from '../../components/toast.ts'
import { staysText } from '../../shared/ava-rules.ts'
import { longDate } from '../../shared/format.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { rulebooks: words } = texts

interface RuleSetCardProps {
  readonly set: AvaRuleSet
  readonly book: RuleBookAnswer
}

/** What a set of rules credits; one that is not in force can be drafted. */
export function RuleSetCard({ set: { version, inForce, stays }, book: { name, since, drafts } }: RuleSetCardProps) {
  const drafting = useWrite('draftRuleSet', {
    refreshes: ['rulebooks'],
    onRefused: (error) => complain(said(error, words.failed)),
  })
  const waits = drafts.some((draft) => draft.version === version && draft.status !== 'activated')
  const rules = stays === null ? words.always : [...words.always, staysText(stays)]
  return (
    <Card
      title={words.version(version)}
      action={<Badge tone={inForce ? 'good' : 'plain'}>{inForce ? words.inForce : words.notInForce}</Badge>}
    >
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-brand">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {inForce && since !== null && <p className="mt-4 text-sm text-muted">{words.since(longDate(since))}</p>}
      {!inForce && !waits && (
        <div className="mt-4">
          <Button
            look="secondary"
            pending={drafting.isPending}
            onClick={() => drafting.mutate({ params: { name }, body: { version } })}
          >
            {words.draft}
          </Button>
        </div>
      )}
    </Card>
  )
}
