import { texts } from '../../../texts.ts'

export function Or() {
  return (
    <p className="my-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {texts.social.or}
    </p>
  )
}
