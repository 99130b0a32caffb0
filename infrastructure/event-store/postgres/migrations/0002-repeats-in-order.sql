-- Repeats lie in the order of time: to know about where the old ones are costs an append nothing.
drop index log.repeats_at;
create index repeats_at on log.repeats using brin (at) with (autosummarize = on);
