import type { DomainEvent } from '../../application/catalogue.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'

/** Whoever ever had five flags dismissed, three in four of those decided: by paper and pencil too. */
export const suspiciousReporters = (log: readonly Recorded<DomainEvent>[]): readonly string[] => {
  const flags = new Map<string, Map<string, boolean>>()
  const suspicious = new Set<string>()
  const decide = (reporter: string, flag: string, dismissed: boolean) => {
    const decided = (flags.get(reporter) ?? new Map<string, boolean>()).set(flag, dismissed)
    flags.set(reporter, decided)
    const lost = [...decided.values()].filter(Boolean).length
    if (lost >= 5 && lost / decided.size >= 3 / 4) suspicious.add(reporter)
  }
  for (const { event } of log) {
    if (event.type === 'FlagDismissed') decide(event.data.reporterId, event.data.flagId, true)
    if (event.type === 'FlagUpheld') decide(event.data.reporterId, event.data.flagId, false)
    if (event.type === 'FlagTurned')
      decide(event.data.reporterId, event.data.flagId, event.data.outcome === 'DISMISSED')
  }
  return [...suspicious].sort()
}
