import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { texts } from '../../../texts.ts'

interface RecoveryStepProps {
  readonly title: string
  readonly intro?: string
  readonly onBack: () => void
  readonly children: ReactNode
}

/** One step after the first: it takes the focus when it comes, and leads back to the one before. */
export function RecoveryStep({ title, intro, onBack, children }: RecoveryStepProps) {
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => step.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={step}>
      <Screen title={title} intro={intro} narrow>
        <Card>
          {children}
          <div className="mt-4">
            <Button look="quiet" onClick={onBack}>
              {texts.recovery.back}
            </Button>
          </div>
        </Card>
      </Screen>
    </div>
  )
}
