import type { ReactNode } from 'react'
import type { ToldDecision } from '../../../contract/decisions.ts'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { decisions: words } = texts

/** The statement of reasons: what was found, the rule, who decided, what can be done about it (DSA, article 17). */
export function DecisionReasons({ decision }: { readonly decision: ToldDecision }) {
  const { facts, rule, automation, redress, appealableUntil } = decision
  const until = appealableUntil === null ? null : longDate(appealableUntil)
  return (
    <dl className="grid gap-3">
      <Part name={words.facts}>
        <p className="break-words whitespace-pre-line">{facts === '' ? words.noFacts : facts}</p>
      </Part>
      <Part name={words.rule}>
        <p>{rule.text}</p>
      </Part>
      <Part name={words.automation}>
        <p>{words.automations[automation]}</p>
      </Part>
      <Part name={words.redress}>
        <ul className="list-disc pl-5">
          {redress.map((way) => (
            <li key={way}>{words.redresses[way](until)}</li>
          ))}
        </ul>
      </Part>
    </dl>
  )
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
