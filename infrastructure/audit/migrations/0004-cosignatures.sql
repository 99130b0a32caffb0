-- Signature lines of witnesses, one for each checkpoint and key.
create table audit.cosignatures (
  tree_size bigint not null,
  witness text collate "C" not null,
  key_id text not null,
  line text not null,
  at timestamptz(3) not null,
  primary key (tree_size, witness, key_id)
);

-- Checkpoints that were sent by e-mail.
create table audit.anchors (
  tree_size bigint primary key,
  at timestamptz(3) not null
);
