import type { ReplayedDecision } from '../../../contract/replay.ts'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { Fact, Facts } from './Facts.tsx'

const { replay: words } = texts
const grounds: Readonly<Record<string, string>> = words.grounds

/** Why it was decided, as the deciding event says it. */
export function DecisionShown({ decision: { statement, notes, resolution } }: { readonly decision: ReplayedDecision }) {
  return (
    <div className="grid gap-4">
      {statement === null ? (
        <p className="text-sm text-muted">{words.unstated}</p>
      ) : (
        <Facts>
          {statement.facts !== null && statement.facts !== '' && <Fact name={words.facts}>{statement.facts}</Fact>}
          <Fact name={words.ground}>{grounds[statement.ground] ?? words.grounds.OTHER}</Fact>
          <Fact name={words.rules}>{words.rulesVersion(statement.rulesVersion)}</Fact>
          <Fact name={words.automation}>{words.automations[statement.automation]}</Fact>
          <Fact name={words.appeal}>
            {statement.appealableUntil === null
              ? words.noAppeal
              : words.appealUntil(longDate(statement.appealableUntil))}
          </Fact>
        </Facts>
      )}
      <Facts>
        {notes !== null && <Fact name={words.notes}>{notes}</Fact>}
        {resolution !== null && <Fact name={words.resolution}>{resolution}</Fact>}
      </Facts>
    </div>
  )
}
