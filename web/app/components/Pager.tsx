import { texts } from '../texts.ts'
import { Button } from './Button.tsx'

interface PagerProps {
  readonly hasMore: boolean
  readonly pending: boolean
  readonly onMore: () => void
}

export function Pager({ hasMore, pending, onMore }: PagerProps) {
  if (!hasMore) return null
  return (
    <div className="mt-4 text-center">
      <Button look="secondary" pending={pending} onClick={onMore}>
        {texts.kit.loadMore}
      </Button>
    </div>
  )
}
