import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { Button } from './Button.tsx'

interface ErrorStateProps {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly onRetry?: (() => void) | undefined
  readonly action?: ReactNode
}

/** It did not load: what happened, and the way back. */
export function ErrorState({ title = texts.kit.loadFailed, text, onRetry, action }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 rounded-card bg-danger-soft px-4 py-8 text-center">
      <CloudOff aria-hidden="true" className="size-7 text-danger" />
      <p className="font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-prose">{text}</p>}
      {onRetry !== undefined && (
        <Button look="secondary" onClick={onRetry}>
          {texts.kit.retry}
        </Button>
      )}
      {action}
    </div>
  )
}
