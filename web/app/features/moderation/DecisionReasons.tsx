import type { ReactNode } from 'react'
import type { OwnDecision } from '../../../contract/moderation/decisions.ts'
import { longDate } from '../../shared/format.ts'
import { decisionTexts } from './decisions.texts.ts'

/** Statement of reasons: facts, rule, automation and redress (DSA, article 17). */
export function DecisionReasons({ decision }: { readonly decision: OwnDecision }) {
  const { facts, rule, automation, redress, appealableUntil } = decision
  const until = appealableUntil === null ? null : longDate(appealableUntil)
  return (
    <dl className="grid gap-3">
      <ReasonItem name={decisionTexts.facts}>
        <p className="break-words whitespace-pre-line">{facts === '' ? decisionTexts.noFacts : facts}</p>
      </ReasonItem>
      <ReasonItem name={decisionTexts.rule}>
        <p>{rule.text}</p>
      </ReasonItem>
      <ReasonItem name={decisionTexts.automation}>
        <p>{decisionTexts.automations[automation]}</p>
      </ReasonItem>
      <ReasonItem name={decisionTexts.redress}>
        <ul className="list-disc pl-5">
          {redress.map((remedy) => (
            <li key={remedy}>{decisionTexts.remedies[remedy](until)}</li>
          ))}
        </ul>
      </ReasonItem>
    </dl>
  )
}

function ReasonItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
