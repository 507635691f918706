#pragma once

#include <string>
#include <vector>

#include "bots/choose.hpp"
#include "core/json_writer.hpp"
#include "protocol/engine.hpp"
#include "protocol/json_fields.hpp"

namespace springtide {

/// One request being answered: its fields, and the answer as it grows.
class EngineRequest {
  public:
    EngineRequest(Engine& engine, const boost::json::object& object) : engine_(engine), fields_(object) {}

    /// The fields of the answer after "ok", or why there is none.
    Expected<std::string> answer();

  private:
    Expected<std::string> run(Expected<void> (EngineRequest::*step)());

    // Tables, in engine.cpp.
    /// `hello` may request an older version, which then holds until the next `hello`.
    Expected<void> hello();
    Expected<void> games();
    Expected<void> create();
    Expected<void> position();
    Expected<void> load();
    Expected<void> play();
    Expected<void> retract();
    Expected<void> legal();
    Expected<void> view();
    Expected<void> undo();
    Expected<void> record();
    Expected<void> close();

    // Analysis for learning, in engine_analysis.cpp.
    Expected<void> verify();
    Expected<void> best();
    Expected<void> analyse();
    Expected<void> length();
    Expected<void> review();
    Expected<void> puzzle();
    Expected<void> perft();
    void write_why(const std::vector<Why>& reasons);

    /// Those whose events an answer tells.
    struct Audience {
        std::vector<Observer> observers;
        bool is_list = false;  ///< asked for as a list, and answered so
        bool story = false;    ///< the sentences are wanted too
        bool legal = false;    ///< what those of them who are to act may do is wanted too
    };
    /// Gives a new table its number and answers as `play` does.
    Expected<void> seat_table(Expected<std::unique_ptr<Table>> made);
    /// The observer in the field `for`, or `usual` without one.
    Expected<Audience> audience(const Table& table, Observer usual);
    /// `write` for each of the audience: alone, or as a list.
    template <class Write>
    void write_for_each(const Audience& audience, Write&& write) {
        if (audience.is_list) json_.begin_array();
        for (const Observer observer : audience.observers) write(observer);
        if (audience.is_list) json_.end_array();
    }
    /// The new events, as records (protocol 2) or as sentences (1); `whole` gives the view that the records begin with,
    /// if the client's knowledge from before does not count.
    void write_progress(const Table& table, const Audience& audience, const Story& story,
                        std::string (Table::*whole)(Observer) const = nullptr);
    Expected<Table*> table();
    Expected<Seat> seat(const Table& table);

    Engine& engine_;
    Fields fields_;
    JsonWriter json_;
};

void write_texts(JsonWriter& json, const std::vector<std::string>& texts);

}  // namespace springtide
