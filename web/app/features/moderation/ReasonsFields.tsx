import { useQuery } from '@tanstack/react-query'
import { grounds, longestFacts, violations, type Ground, type Violation } from '../../../contract/reasons.ts'
import { Select } from '../../components/Select.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { texts } from '../../texts.ts'
import { suggestedReasons, type About } from './moderation.queries.ts'
import type { Reasons } from './reasons.ts'

const { dialog: words, grounds: names } = texts.decisions

interface ReasonsFieldsProps {
  readonly about: About
  readonly reasons: Reasons
  readonly onChange: (reasons: Reasons) => void
}

/** Why it is decided so: as what is known suggests, until the moderator says otherwise. */
export function ReasonsFields({ about, reasons, onChange }: ReasonsFieldsProps) {
  const { data: suggested } = useQuery(suggestedReasons(about))
  const against = suggested !== undefined && suggested.ground !== 'NO_VIOLATION'
  return (
    <>
      {against && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={words.ground}
            value={reasons.ground ?? suggested.ground}
            choices={choicesOf(grounds.filter((one) => one !== 'NO_VIOLATION'))}
            onChange={({ target }) => onChange({ ...reasons, ground: target.value as Ground })}
          />
          <Select
            label={words.violation}
            optional
            placeholder={words.noViolation}
            value={reasons.violation ?? ''}
            choices={choicesOf(violations)}
            onChange={({ target }) =>
              onChange({ ...reasons, violation: target.value === '' ? null : (target.value as Violation) })
            }
          />
        </div>
      )}
      <TextArea
        label={words.facts}
        hint={words.factsHint}
        maxLength={longestFacts}
        optional
        value={reasons.facts ?? suggested?.facts ?? ''}
        onChange={({ target }) => onChange({ ...reasons, facts: target.value })}
      />
    </>
  )
}

const choicesOf = (all: readonly Ground[]) => all.map((value) => ({ value, label: names[value] }))
