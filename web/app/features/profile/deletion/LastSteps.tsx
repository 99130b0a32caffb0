import { LinkButton } from '../../../components/LinkButton.tsx'
import { texts } from '../../../texts.ts'
import { useLeaveFor } from '../leave-for.ts'
import { StepCard } from './StepCard.tsx'

const { deletion: words } = texts

/** C-17 */
const homeAfterMs = 5_000

/** */
export function ProcessingStep() {
  return (
    <StepCard title={words.processing}>
      <progress aria-label={words.processing} className="progress w-full" />
    </StepCard>
  )
}

/** */
export function CompletedStep() {
  useLeaveFor('/', homeAfterMs)
  return (
    <StepCard title={words.steps[3]}>
      <output className="grid gap-2">
        <span className="font-medium">{words.completed.text}</span>
        <span>{words.completed.more}</span>
      </output>
      <div>
        <LinkButton to="/" look="secondary">
          {words.completed.home}
        </LinkButton>
      </div>
    </StepCard>
  )
}
