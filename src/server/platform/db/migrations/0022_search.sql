-- What the search looks through: its text, how it is kept, and how it is asked.
--
-- `body` has three lines, all of it folded: without accents, in lower case. Letters that folding leaves none of are therefore free for marks that nobody
-- can type:
--   1. the words of the title, each behind an ø,
--   2. the title's pieces ('inv-0042' is inv, 0042 and 42), each behind an ø; the whole title and the amount, each as a þ and a hash,
--   3. all words: the title's, names, what else is said.
-- A LIKE with a few trigrams then finds titles and amounts without looking at everything that merely mentions them.

-- Trigrams find a part of a word, and the second lets the index begin with whose row it is. Both may be created by the database's owner.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
-- Ranges of words are byte by byte: an index in that order finds all that begin alike, whatever the database's own order is.
ALTER TABLE search_entries ALTER COLUMN body TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE search_words ALTER COLUMN word TYPE text COLLATE "C";
--> statement-breakpoint
-- Whoever has the most records has to be found quickly too: the planner is to expect him, not the average.
ALTER TABLE search_entries ALTER COLUMN user_id SET (n_distinct = 2);
--> statement-breakpoint
CREATE FUNCTION search_plain_wide(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(said, NFKD) COLLATE "und-x-icu"), U&'[\0300-\036F]', '', 'g'),
    'øłđðħıςŋ’‘‚“”„‐‑‒–—−', 'olddhiσn''''''"""------'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
--> statement-breakpoint
-- As texts are compared: without accents, in lower case. Most are plain ASCII, which is quick.
CREATE FUNCTION search_plain(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(said) = length(said) THEN lower(said COLLATE "C") ELSE search_plain_wide(said) END;
--> statement-breakpoint
-- The same with single spaces: for what is short.
CREATE FUNCTION search_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN trim(regexp_replace(search_plain(said), '\s+', ' ', 'g'));
--> statement-breakpoint
-- With spaces for all that parts words.
CREATE FUNCTION search_apart(plain text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN translate(plain, E'\t\n\r.,;:!?()[]{}"''/\\|@&+*#_=<>~`^%$-·…', repeat(' ', 40));
--> statement-breakpoint
-- One word for a whole text, however common its words are.
CREATE FUNCTION search_whole(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN 'þ' || left(md5(folded), 8);
--> statement-breakpoint
CREATE FUNCTION search_body(title text, names text, more text, amount numeric) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded text := search_fold(title);
  pieces text := trim(regexp_replace(search_apart(folded), ' +', ' ', 'g'));
BEGIN
  IF pieces = folded THEN
    pieces := '';
  ELSE
    pieces := ' ' || pieces || ' ' || regexp_replace(pieces, '\m0+(?=[1-9])', '', 'g');
  END IF;
  -- A paper may have a thousand lines of two thousand characters: nobody looks for the end of that.
  RETURN ' ø' || replace(folded, ' ', ' ø') || E'\n'
    || replace(pieces, ' ', ' ø') || ' ' || search_whole(folded) || coalesce(' ' || search_whole('$' || amount), '') || E' \n '
    || translate(search_plain(left(concat_ws(' ', title, names, more), 100000)), E'\t\n\r', '   ') || pieces || ' ' || search_apart(search_plain(names)) || ' ';
END $$;
--> statement-breakpoint
-- The words of these texts, for when somebody misspells one: each also backwards behind a '~', because a typo leaves a word's beginning or its end
-- as it was. Nothing waits for them: words that somebody else is just adding are left to him.
CREATE FUNCTION search_learn(who integer, texts text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  fresh text[] := ARRAY(
    SELECT said.word FROM (
      SELECT DISTINCT w COLLATE "C" AS word
      FROM unnest(texts) AS each(plain), unnest(string_to_array(translate(search_apart(left(each.plain, 20000)), '0123456789', '          '), ' ')) AS w
      WHERE length(w) BETWEEN 4 AND 30
    ) AS said
    WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.user_id = who AND known.word = said.word));
  patience text;
BEGIN
  IF cardinality(fresh) = 0 THEN
    RETURN;
  END IF;
  patience := current_setting('lock_timeout');
  BEGIN
    PERFORM set_config('lock_timeout', '100ms', true);
    INSERT INTO search_words (user_id, word)
      SELECT who, added.word FROM (SELECT unnest(fresh) UNION ALL SELECT '~' || reverse(w) FROM unnest(fresh) w) AS added(word)
      ORDER BY added.word COLLATE "C" ON CONFLICT DO NOTHING;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    NULL;
  END;
  PERFORM set_config('lock_timeout', patience, true);
END $$;
--> statement-breakpoint
-- Writes the entries of these records as they stand now; those that are deleted are not among them. Whoever may write the records may write their
-- entries: it runs as the same role, behind the same wall. Where the transaction is nobody's, as in a migration, it is the owner's for as long.
CREATE FUNCTION search_refresh(what text, who integer, ids integer[], learns boolean) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  is_nobodys boolean := app_user_id() IS NULL;
  records refcursor;
  r record;
  written text;
  texts text[] := '{}';
BEGIN
  -- A user who is leaving takes his lines before his papers.
  IF cardinality(ids) = 0 OR NOT EXISTS (SELECT FROM users WHERE id = who) THEN
    RETURN;
  END IF;
  IF is_nobodys THEN
    PERFORM set_config('app.user_id', who::text, true);
  END IF;
  -- Of papers: who the customer was when it was sent, and how he is called now. If he is being renamed at this moment, they wait for one another, so
  -- that his new name comes to all of them.
  IF what = 'invoice' THEN
    PERFORM FROM customers c WHERE c.user_id = who AND c.id IN (SELECT customer_id FROM invoices WHERE user_id = who AND id = ANY (ids)) ORDER BY c.id FOR SHARE;
    OPEN records FOR
      SELECT p.id, p.invoice_number AS title, p.customer_as_sent AS sent, c.name, c.company, c.email, p.total AS amount, p.issue_date AS day,
        concat_ws(' ', p.notes, p.terms, (SELECT string_agg(l.description, ' ' ORDER BY l.position) FROM invoice_line_items l WHERE l.user_id = who AND l.invoice_id = p.id)) AS more
      FROM invoices p LEFT JOIN customers c ON c.user_id = who AND c.id = p.customer_id
      WHERE p.user_id = who AND p.id = ANY (ids) AND p.deleted_at IS NULL ORDER BY p.id;
  ELSIF what = 'estimate' THEN
    PERFORM FROM customers c WHERE c.user_id = who AND c.id IN (SELECT customer_id FROM estimates WHERE user_id = who AND id = ANY (ids)) ORDER BY c.id FOR SHARE;
    OPEN records FOR
      SELECT p.id, p.estimate_number AS title, p.customer_as_sent AS sent, c.name, c.company, c.email, p.total AS amount, p.issue_date AS day,
        concat_ws(' ', p.notes, p.terms, (SELECT string_agg(l.description, ' ' ORDER BY l.position) FROM estimate_line_items l WHERE l.user_id = who AND l.estimate_id = p.id)) AS more
      FROM estimates p LEFT JOIN customers c ON c.user_id = who AND c.id = p.customer_id
      WHERE p.user_id = who AND p.id = ANY (ids) AND p.deleted_at IS NULL ORDER BY p.id;
  ELSIF what = 'customer' THEN
    OPEN records FOR
      SELECT id, name AS title, coalesce(company, email) AS subtitle, concat_ws(' ', company, email) AS names, '' AS more, NULL::numeric AS amount, NULL::date AS day
      FROM customers WHERE user_id = who AND id = ANY (ids) ORDER BY id;
  ELSIF what = 'item' THEN
    OPEN records FOR
      SELECT id, name AS title, category AS subtitle, coalesce(category, '') AS names, description AS more, unit_price AS amount, NULL::date AS day
      FROM items WHERE user_id = who AND id = ANY (ids) ORDER BY id;
  ELSE
    OPEN records FOR
      SELECT id, description AS title, concat_ws(' · ', vendor, category) AS subtitle, concat_ws(' ', vendor, category) AS names, '' AS more, amount, expense_date AS day
      FROM expenses WHERE user_id = who AND id = ANY (ids) ORDER BY id;
  END IF;
  LOOP
    FETCH records INTO r;
    EXIT WHEN NOT FOUND;
    IF what IN ('invoice', 'estimate') THEN
      INSERT INTO search_entries AS e (user_id, kind, record_id, title, subtitle, amount, day, body)
      VALUES (who, what, r.id, r.title, coalesce(r.sent ->> 'name', r.name), r.amount, r.day, search_body(r.title, concat_ws(' ', r.name, r.company, r.email,
        nullif(r.sent ->> 'name', r.name), nullif(r.sent ->> 'company', r.company), nullif(r.sent ->> 'email', r.email)), r.more, r.amount))
      ON CONFLICT (user_id, kind, record_id) DO UPDATE
        SET title = excluded.title, subtitle = excluded.subtitle, amount = excluded.amount, day = excluded.day, body = excluded.body
        WHERE (e.title, e.subtitle, e.amount, e.day, e.body) IS DISTINCT FROM (excluded.title, excluded.subtitle, excluded.amount, excluded.day, excluded.body)
      RETURNING body INTO written;
    ELSE
      INSERT INTO search_entries AS e (user_id, kind, record_id, title, subtitle, amount, day, body)
      VALUES (who, what, r.id, r.title, r.subtitle, r.amount, r.day, search_body(r.title, r.names, coalesce(r.more, ''), r.amount))
      ON CONFLICT (user_id, kind, record_id) DO UPDATE
        SET title = excluded.title, subtitle = excluded.subtitle, amount = excluded.amount, day = excluded.day, body = excluded.body
        WHERE (e.title, e.subtitle, e.amount, e.day, e.body) IS DISTINCT FROM (excluded.title, excluded.subtitle, excluded.amount, excluded.day, excluded.body)
      RETURNING body INTO written;
    END IF;
    IF learns AND FOUND THEN
      texts := texts || split_part(written, E'\n', 3);
    END IF;
  END LOOP;
  CLOSE records;
  IF cardinality(texts) > 0 THEN
    PERFORM search_learn(who, texts);
  END IF;
  IF is_nobodys THEN
    PERFORM set_config('app.user_id', '', true);
  END IF;
END $$;
--> statement-breakpoint
-- Each record's own trigger names its kind. Papers that came with their lines are left to the lines, so that they are read once.
CREATE FUNCTION search_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who integer;
  ids integer[];
BEGIN
  FOR who, ids IN
    SELECT a.user_id, array_agg(a.id) FROM added a
    WHERE NOT (TG_ARGV[0] = 'invoice' AND EXISTS (SELECT FROM invoice_line_items l WHERE l.user_id = a.user_id AND l.invoice_id = a.id))
      AND NOT (TG_ARGV[0] = 'estimate' AND EXISTS (SELECT FROM estimate_line_items l WHERE l.user_id = a.user_id AND l.estimate_id = a.id))
    GROUP BY a.user_id
  LOOP
    PERFORM search_refresh(TG_ARGV[0], who, ids, true);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_entries e USING removed r WHERE e.user_id = r.user_id AND e.kind = TG_ARGV[0] AND e.record_id = r.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_refresh(TG_ARGV[0], NEW.user_id, ARRAY[NEW.id], true);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The papers of a customer are found by the name that he has now.
CREATE FUNCTION search_customer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_refresh('customer', NEW.user_id, ARRAY[NEW.id], true);
  PERFORM search_refresh('invoice', NEW.user_id, ARRAY(
    SELECT id FROM invoices WHERE user_id = NEW.user_id AND customer_id = NEW.id AND deleted_at IS NULL ORDER BY id), false);
  PERFORM search_refresh('estimate', NEW.user_id, ARRAY(
    SELECT id FROM estimates WHERE user_id = NEW.user_id AND customer_id = NEW.id AND deleted_at IS NULL ORDER BY id), false);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_paper_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    -- Whoever is renaming the customer counts the paper among his still, and would write the entry anew. A paper that was deleted before has none.
    IF OLD.deleted_at IS NULL THEN
      PERFORM FROM customers WHERE user_id = NEW.user_id AND id IN (OLD.customer_id, NEW.customer_id) ORDER BY id FOR SHARE;
    END IF;
    DELETE FROM search_entries WHERE user_id = NEW.user_id AND kind = TG_ARGV[0] AND record_id = NEW.id;
    RETURN NULL;
  END IF;
  IF NEW.customer_id IS DISTINCT FROM OLD.customer_id THEN
    -- Who had it before may be getting another name, and still count it as his.
    PERFORM FROM customers WHERE user_id = NEW.user_id AND id IN (OLD.customer_id, NEW.customer_id) ORDER BY id FOR SHARE;
  END IF;
  PERFORM search_refresh(TG_ARGV[0], NEW.user_id, ARRAY[NEW.id], true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_lines_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who integer;
  ids integer[];
BEGIN
  IF TG_ARGV[0] = 'invoice' THEN
    FOR who, ids IN SELECT user_id, array_agg(DISTINCT invoice_id) FROM changed GROUP BY user_id LOOP
      PERFORM search_refresh('invoice', who, ids, true);
    END LOOP;
  ELSE
    FOR who, ids IN SELECT user_id, array_agg(DISTINCT estimate_id) FROM changed GROUP BY user_id LOOP
      PERFORM search_refresh('estimate', who, ids, true);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_line_rewritten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_refresh(TG_ARGV[0], NEW.user_id, ARRAY[(to_jsonb(NEW) ->> (TG_ARGV[0] || '_id'))::integer], true);
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  kind text;
  records text;
BEGIN
  FOR kind, records IN VALUES ('invoice', 'invoices'), ('estimate', 'estimates'), ('customer', 'customers'), ('item', 'items'), ('expense', 'expenses') LOOP
    EXECUTE format('CREATE TRIGGER search_added AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION search_added(%L)', records, kind);
    EXECUTE format('CREATE TRIGGER search_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION search_removed(%L)', records, kind);
  END LOOP;
  FOR kind IN VALUES ('invoice'), ('estimate') LOOP
    EXECUTE format('CREATE TRIGGER search_changed AFTER UPDATE ON %I FOR EACH ROW
      WHEN ((OLD.%I, OLD.customer_id, OLD.customer_as_sent, OLD.notes, OLD.terms, OLD.total, OLD.issue_date, OLD.deleted_at)
        IS DISTINCT FROM (NEW.%2$I, NEW.customer_id, NEW.customer_as_sent, NEW.notes, NEW.terms, NEW.total, NEW.issue_date, NEW.deleted_at))
      EXECUTE FUNCTION search_paper_changed(%L)', kind || 's', kind || '_number', kind);
    EXECUTE format('CREATE TRIGGER search_lines_added AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_lines_changed(%L)', kind || '_line_items', kind);
    EXECUTE format('CREATE TRIGGER search_lines_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_lines_changed(%L)', kind || '_line_items', kind);
    EXECUTE format('CREATE TRIGGER search_line_rewritten AFTER UPDATE ON %I FOR EACH ROW WHEN ((OLD.description, OLD.position) IS DISTINCT FROM (NEW.description, NEW.position))
      EXECUTE FUNCTION search_line_rewritten(%L)', kind || '_line_items', kind);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE ON customers FOR EACH ROW
  WHEN ((OLD.name, OLD.company, OLD.email) IS DISTINCT FROM (NEW.name, NEW.company, NEW.email)) EXECUTE FUNCTION search_customer_changed();
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE ON items FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.category, OLD.unit_price) IS DISTINCT FROM (NEW.name, NEW.description, NEW.category, NEW.unit_price))
  EXECUTE FUNCTION search_changed('item');
--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE ON expenses FOR EACH ROW
  WHEN ((OLD.description, OLD.vendor, OLD.category, OLD.amount, OLD.expense_date)
    IS DISTINCT FROM (NEW.description, NEW.vendor, NEW.category, NEW.amount, NEW.expense_date))
  EXECUTE FUNCTION search_changed('expense');
--> statement-breakpoint
-- Writes the entries of everything that a user has.
CREATE FUNCTION search_refresh_all(who integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := coalesce(current_setting('app.user_id', true), '');
BEGIN
  PERFORM set_config('app.user_id', who::text, true);
  PERFORM search_refresh('customer', who, ARRAY(SELECT id FROM customers WHERE user_id = who), true);
  PERFORM search_refresh('invoice', who, ARRAY(SELECT id FROM invoices WHERE user_id = who), true);
  PERFORM search_refresh('estimate', who, ARRAY(SELECT id FROM estimates WHERE user_id = who), true);
  PERFORM search_refresh('item', who, ARRAY(SELECT id FROM items WHERE user_id = who), true);
  PERFORM search_refresh('expense', who, ARRAY(SELECT id FROM expenses WHERE user_id = who), true);
  PERFORM set_config('app.user_id', before, true);
END $$;
--> statement-breakpoint
DO $$
DECLARE
  everybody integer[] := ARRAY(SELECT id FROM users ORDER BY id);
  who integer;
BEGIN
  FOREACH who IN ARRAY everybody LOOP
    PERFORM search_refresh_all(who);
  END LOOP;
END $$;
--> statement-breakpoint
-- Finds a part of a word among one user's entries. An index a kind: what is common in one kind and rare in another is found in the other as quickly as
-- what is rare in all. What is new waits in a list of its own until there is a megabyte of it, so that a record that is saved seldom waits for the index.
DO $$
DECLARE kind text;
BEGIN
  FOR kind IN VALUES ('invoice'), ('estimate'), ('customer'), ('item'), ('expense') LOOP
    EXECUTE format('CREATE INDEX %I ON search_entries USING gin (user_id, body gin_trgm_ops) WITH (gin_pending_list_limit = 1024) WHERE kind = %L', 'search_entries_' || kind || '_idx', kind);
  END LOOP;
END $$;
--> statement-breakpoint
-- A kind's newest, which are looked at first.
CREATE INDEX search_entries_newest_idx ON search_entries (user_id, kind, day DESC NULLS LAST, record_id DESC);
--> statement-breakpoint
-- LIKE isn't leakproof: below row-level security it is asked only of rows that have passed the policies, so no index on `body` would ever be used for
-- a condition of the query's own. As a policy it stands beside 'whose row?', and an index serves both. It is restrictive: it hides rows of one's own
-- from the statements that set a pattern, and shows nobody a row more. No function and no role crosses the wall for the search.
CREATE FUNCTION search_pattern(slot integer) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(nullif(current_setting('app.search_' || slot, true), ''), '%');
--> statement-breakpoint
CREATE POLICY narrowed ON search_entries AS RESTRICTIVE FOR SELECT
  USING (body LIKE (SELECT search_pattern(1)) AND body LIKE (SELECT search_pattern(2)) AND body LIKE (SELECT search_pattern(3)));
