CREATE TABLE camelup_schema (version integer PRIMARY KEY);
CREATE TABLE camelup_tables (
            name text COLLATE "C" PRIMARY KEY,
            created bigint NOT NULL,
            updated bigint NOT NULL,
            length integer NOT NULL,
            status text NOT NULL,
            is_open boolean NOT NULL,
            headline text NOT NULL
        );
CREATE INDEX camelup_tables_by_status ON camelup_tables (status, updated);
CREATE TABLE camelup_entries (
            table_name text COLLATE "C" NOT NULL,
            number integer NOT NULL,
            at bigint NOT NULL,
            text text NOT NULL,
            PRIMARY KEY (table_name, number)
        );
CREATE TABLE camelup_processes (name text COLLATE "C" PRIMARY KEY, seen timestamptz NOT NULL);
CREATE TABLE camelup_claims (
            table_name text COLLATE "C" PRIMARY KEY,
            process text COLLATE "C" NOT NULL
        );
INSERT INTO camelup_schema (version) VALUES (1);
CREATE TABLE camelup_reviews (
            table_name text COLLATE "C" PRIMARY KEY REFERENCES camelup_tables ON DELETE CASCADE,
            version integer NOT NULL,
            review bytea NOT NULL
        );
INSERT INTO camelup_schema (version) VALUES (2);
INSERT INTO camelup_tables (name, created, updated, length, status, is_open, headline) VALUES ('m8euufw6', 1794933181704752, 1794933181805250, 10, 'waiting', false, '{"edition":1,"seats":5,"free":3,"names":["Bot","Quin"],"odds":"off","clock":null}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 1, 1794933181704752, '{"type":"created","settings":{"edition":1,"seats":5,"is_open":false,"odds":"off","hides_money":false,"clock":null,"first":null},"secret":"0f120fcae15088aa44e9089d7dae3b1db2b0cc49d778723dadf01e93a25bc0c5","version":1,"before":null}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 2, 1794933181722082, '{"type":"person_seated","seat":0,"name":"Nora","token":"c2f838b6ca39b9c5d043e54433165f8764abc0c19fb1bdd1c54cd1a9e6c1c47a","seed":"4e6f726100000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 3, 1794933181737204, '{"type":"person_seated","seat":1,"name":"Bot","token":"3ff7730dc63122d8c06b7713176952e915014e78ccdf9b3bd9997b9c94d8ecdb","seed":"426f740000000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 4, 1794933181746831, '{"type":"person_seated","seat":2,"name":"Pia","token":"9bab2fa765802859475e6d61466d229e80323a0d154016abc7aaf3c594964dd2","seed":"5069610000000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 5, 1794933181757602, '{"type":"person_seated","seat":3,"name":"Quin","token":"971c5481139b714a9f2353a5908e3b671dc680c2d130de8ff51e77bf07ef0f93","seed":"5175696e00000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 6, 1794933181766752, '{"type":"seat_left","seat":1,"is_removed":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 7, 1794933181774677, '{"type":"person_seated","seat":1,"name":"Bot","token":"3ff7730dc63122d8c06b7713176952e915014e78ccdf9b3bd9997b9c94d8ecdb","seed":"426f740000000000","is_program":true}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 8, 1794933181785214, '{"type":"seat_left","seat":2,"is_removed":true}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 9, 1794933181794537, '{"type":"muted","seat":1,"is_muted":true}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('m8euufw6', 10, 1794933181805250, '{"type":"seat_left","seat":0,"is_removed":false}');
INSERT INTO camelup_tables (name, created, updated, length, status, is_open, headline) VALUES ('macff5wk', 1794933181255525, 1794933181554407, 31, 'playing', true, '{"edition":2,"seats":6,"free":0,"names":["Nora","Omar","Pia","Quin","Rosa","Sami"],"odds":"off","clock":86400}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 1, 1794933181255525, '{"type":"created","settings":{"edition":2,"seats":6,"is_open":true,"odds":"off","hides_money":true,"clock":86400,"first":0},"secret":"526fcb9b8e8504a118eed7d83d0cdb6e560135a71c2efc1269cd08c8ceff44b1","version":1,"before":null}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 2, 1794933181270532, '{"type":"person_seated","seat":0,"name":"Nora","token":"c2f838b6ca39b9c5d043e54433165f8764abc0c19fb1bdd1c54cd1a9e6c1c47a","seed":"4e6f726100000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 3, 1794933181286319, '{"type":"person_seated","seat":1,"name":"Omar","token":"8c26a776b3f74b1628ef187e3601645096c9db6500d88e3de5993474614baeb4","seed":"4f6d617200000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 4, 1794933181302388, '{"type":"person_seated","seat":2,"name":"Pia","token":"9bab2fa765802859475e6d61466d229e80323a0d154016abc7aaf3c594964dd2","seed":"5069610000000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 5, 1794933181318303, '{"type":"person_seated","seat":3,"name":"Quin","token":"971c5481139b714a9f2353a5908e3b671dc680c2d130de8ff51e77bf07ef0f93","seed":"5175696e00000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 6, 1794933181339249, '{"type":"person_seated","seat":4,"name":"Rosa","token":"d8d1f1318f4317e52cd2e4c9282d3d8184d63e5d8b369e0d237872b04ebb3ba5","seed":"526f736100000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 7, 1794933181357922, '{"type":"person_seated","seat":5,"name":"Sami","token":"d8847438de8ae69280beb16991eb4db98a700f4f4db707b825db913d231e5705","seed":"53616d6900000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 8, 1794933181367317, '{"type":"said","seat":0,"text":"I am number 0."}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 9, 1794933181374630, '{"type":"said","seat":1,"text":"I am number 1."}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 10, 1794933181384986, '{"type":"said","seat":2,"text":"I am number 2."}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 11, 1794933181390062, '{"type":"said","seat":3,"text":"I am number 3."}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 12, 1794933181405180, '{"type":"said","seat":4,"text":"I am number 4."}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 13, 1794933181411214, '{"type":"said","seat":5,"text":"I am number 5."}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 14, 1794933181424796, '{"type":"muted","seat":1,"is_muted":true}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 15, 1794933181431094, '{"type":"started","start":"edition 2 | track 1:ryp 2:g 3:b 14:KW | dice bgpryx | tiles - | money 3 3 3 3 3 3 | tickets - - - - - - | pyramid 0 0 0 0 0 0 | winner - | loser - | hands bgpry bgpry bgpry bgpry bgpry bgpry | partners - | turn A | leg 1","is_first_random":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 16, 1794933181442626, '{"type":"played","ply":"A ticket b","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 17, 1794933181450621, '{"type":"played","ply":"B winner b","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 18, 1794933181457174, '{"type":"played","ply":"C tile 4-","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 19, 1794933181470123, '{"type":"played","ply":"D partner A","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 20, 1794933181477162, '{"type":"played","ply":"E roll r3","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 21, 1794933181483676, '{"type":"played","ply":"F loser b","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 22, 1794933181501175, '{"type":"played","ply":"A roll y1","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 23, 1794933181507569, '{"type":"played","ply":"B roll W3","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 24, 1794933181515395, '{"type":"played","ply":"C roll g3","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 25, 1794933181523466, '{"type":"played","ply":"D roll b1","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 26, 1794933181536158, '{"type":"played","ply":"E roll p1","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 27, 1794933181542764, '{"type":"played","ply":"F roll K1","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 28, 1794933181545186, '{"type":"played","ply":"A roll b3","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 29, 1794933181546710, '{"type":"played","ply":"B winner g","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 30, 1794933181550305, '{"type":"played","ply":"C ticket b","by":"owner"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('macff5wk', 31, 1794933181554407, '{"type":"seat_left","seat":5,"is_removed":false}');
INSERT INTO camelup_tables (name, created, updated, length, status, is_open, headline) VALUES ('cddxsytd', 1794933164666501, 1794933164710472, 6, 'waiting', true, '{"edition":1,"seats":3,"free":0,"names":["Cem","Ann","Bo"],"odds":"off","clock":null}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cddxsytd', 1, 1794933164666501, '{"type":"created","settings":{"edition":1,"seats":3,"is_open":true,"odds":"off","hides_money":false,"clock":null,"first":null},"secret":"0a2e24ab4533d49e83f38baba7d2c0e17b81e19e8c68046ea9f6bd8efd4988c7","version":1,"before":"hfjz3k7w"}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cddxsytd', 2, 1794933164666501, '{"type":"person_seated","seat":0,"name":"Cem","token":"d1d3764bea97f1217c5665f4650a36d622fd3b62a6d4071e5925b0ad1d8b35d9","seed":"","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cddxsytd', 3, 1794933164666501, '{"type":"person_seated","seat":1,"name":"Ann","token":"df7dbe31d925e8d509777ef090c499fc254d0b5048b343f639e95215ae903201","seed":"","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cddxsytd', 4, 1794933164666501, '{"type":"person_seated","seat":2,"name":"Bo","token":"04adc15ed33b47eb97d8c91bb6378439e591832663021628bf6b5b901a5e5c2c","seed":"","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cddxsytd', 5, 1794933164666501, '{"type":"host_changed","seat":1}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cddxsytd', 6, 1794933164710472, '{"type":"seeded","seat":2,"seed":"00112233445566778899aabbccddeeff"}');
INSERT INTO camelup_tables (name, created, updated, length, status, is_open, headline) VALUES ('cfwfcmc5', 1794933162178045, 1794933163170295, 3, 'closed', true, '{"edition":1,"seats":2,"free":1,"names":["Nora"],"odds":"off","clock":null}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cfwfcmc5', 1, 1794933162178045, '{"type":"created","settings":{"edition":1,"seats":2,"is_open":true,"odds":"off","hides_money":false,"clock":null,"first":null},"secret":"271fe929cf72c757222333308e846dffb32ebccfb5105cdd09acaf961333e94b","version":1,"before":null}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cfwfcmc5', 2, 1794933162201607, '{"type":"person_seated","seat":0,"name":"Nora","token":"c2f838b6ca39b9c5d043e54433165f8764abc0c19fb1bdd1c54cd1a9e6c1c47a","seed":"4e6f726100000000","is_program":false}');
INSERT INTO camelup_entries (table_name, number, at, text) VALUES ('cfwfcmc5', 3, 1794933163170295, '{"type":"closed","reason":"empty"}');
