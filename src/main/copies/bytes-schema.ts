import type { Migration } from '../database/open-database'

/**
 * How many bytes all copies have, those of related records among them: a million rows are not gone through to know it.
 * The triggers say what no write may forget. A copy that replaces another of the same payment is an update.
 */
export const copyBytesMigration: Migration = {
  version: 7,
  sql: `
    CREATE TABLE copy_bytes (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL);
    INSERT INTO copy_bytes SELECT 1, (SELECT coalesce(sum(length(record)), 0) FROM copies)
      + (SELECT coalesce(sum(length(sealed)), 0) FROM related_records);
    CREATE TRIGGER copy_bytes_saved AFTER INSERT ON copies BEGIN
      UPDATE copy_bytes SET bytes = bytes + length(new.record);
    END;
    CREATE TRIGGER copy_bytes_replaced AFTER UPDATE OF record ON copies BEGIN
      UPDATE copy_bytes SET bytes = bytes + length(new.record) - length(old.record);
    END;
    CREATE TRIGGER copy_bytes_deleted AFTER DELETE ON copies BEGIN
      UPDATE copy_bytes SET bytes = bytes - length(old.record);
    END;
    CREATE TRIGGER related_bytes_saved AFTER INSERT ON related_records BEGIN
      UPDATE copy_bytes SET bytes = bytes + length(new.sealed);
    END;
    CREATE TRIGGER related_bytes_replaced AFTER UPDATE OF sealed ON related_records BEGIN
      UPDATE copy_bytes SET bytes = bytes + length(new.sealed) - length(old.sealed);
    END;
    CREATE TRIGGER related_bytes_deleted AFTER DELETE ON related_records BEGIN
      UPDATE copy_bytes SET bytes = bytes - length(old.sealed);
    END`,
}
