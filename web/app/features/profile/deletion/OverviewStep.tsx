import { Button } from '../../../components/Button.tsx'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { texts } from '../../../texts.ts'
import { StepCard } from './StepCard.tsx'

const { overview: words, steps } = texts.deletion

/** */
export function OverviewStep({ onNext }: { readonly onNext: () => void }) {
  return (
    <StepCard title={steps[0]} first>
      <p>{words.text}</p>
      <ul className="grid list-disc gap-2 pl-5">
        {words.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-3">
        <LinkButton to="/profile" look="secondary">
          {words.stay}
        </LinkButton>
        <Button onClick={onNext}>{words.next}</Button>
      </div>
    </StepCard>
  )
}
